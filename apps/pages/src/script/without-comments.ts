/** Comments stay in the files: a line that only has one is left out, and so is what indents a line. */
export function withoutComments(program: string): string {
  return program
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(\/\/|\/\*|\*)/.test(line))
    .join('\n')
}

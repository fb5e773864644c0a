/** Takes keys and signing secrets out of a message: a mistyped command line can hold one. */
export function withoutSecrets(text: string): string {
  return text
    .replaceAll(/svc_(live|test)_[0-9A-Za-z]+/g, 'svc_$1_…')
    .replaceAll(/whsec_[0-9A-Za-z+/=]+/g, 'whsec_…')
}

import type { NotationFamily, Spelling } from './spellings.ts'
import { ABSENT, EMPTY_WORD, SubstringIndex } from './substring-index.ts'

/** A beginning of a word, followed through the text in all notations that write it alike. */
type Path = { state: number; length: number; notations: number }

const BEGINNING_LETTERS = 6
/** A letter beyond is written in two units. */
const LAST_UNIT = 0xffff
/** For so many beginnings the text is searched before an index is cheaper. */
const MOST_SEARCHES = 64

/**
 * Finds words in a text, in every notation of a family. The cost does not depend on how long the words are, only on
 * how much of them stands in the text.
 */
export class WordFinder {
  readonly #text: string
  readonly #isCut: boolean
  /** Made for a word whose beginning is in the text: most texts hold none. */
  #index: SubstringIndex | null = null
  readonly #absent = new Set<string>()
  #begunLength = 0

  /** @param isCut the text goes on: the beginning of a word at its end is looked for as well */
  constructor(text: string, isCut: boolean) {
    this.#text = text
    this.#isCut = isCut
  }

  /** How much of the text's end is the beginning of a word that was looked for; 0 unless the text is cut. */
  get begunLength(): number {
    return this.#begunLength
  }

  /** By place in the text: length of the longest word found that ends there; null when none was found. */
  longestEnding(): Int32Array | null {
    return this.#index?.longestMarked() ?? null
  }

  /** @param isWord whether so many letters of it are a word already; else only the whole is one */
  find(word: string, family: NotationFamily, isWord?: (letters: number) => boolean): void {
    if (!this.#mayHold(word, family)) return
    const index = (this.#index ??= new SubstringIndex(this.#text))
    let paths: Path[] = [{ state: EMPTY_WORD, length: 0, notations: family.all }]
    let letters = 0
    while (letters < word.length) {
      const unit = word.charCodeAt(letters)
      let isAnyLost = false
      if (family.isSpecial(unit)) {
        const letter = word.codePointAt(letters) ?? unit
        letters += letter > LAST_UNIT ? 2 : 1
        isAnyLost = this.#spell(index, paths, family.spellingsOf(letter))
      } else {
        letters += 1
        for (const path of paths) {
          if (!this.#step(index, path, unit)) isAnyLost = true
        }
      }
      if (isAnyLost) {
        paths = paths.filter(({ state }) => state !== ABSENT)
        if (paths.length === 0) return
      }
      if (letters === word.length || isWord?.(letters) === true) {
        for (const { state, length } of paths) index.mark(state, length)
      }
    }
  }

  /** Writes a letter in all its spellings: a path whose notations part goes on as several. */
  #spell(index: SubstringIndex, paths: Path[], spellings: readonly Spelling[]): boolean {
    let isAnyLost = false
    for (const path of paths.slice()) {
      const { state, length } = path
      for (const { text, notations } of spellings) {
        const written = path.notations & notations
        if (written === 0) continue
        let spelled: Path = path
        if (written !== path.notations) {
          path.notations -= written
          spelled = { state, length, notations: written }
          paths.push(spelled)
        }
        for (let unit = 0; unit < text.length; unit += 1) {
          if (this.#step(index, spelled, text.charCodeAt(unit))) continue
          isAnyLost = true
          break
        }
        if (spelled === path) break
      }
    }
    return isAnyLost
  }

  /** False when the text does not have it. */
  #step(index: SubstringIndex, path: Path, unit: number): boolean {
    path.state = index.step(path.state, unit)
    if (path.state === ABSENT) return false
    path.length += 1
    if (this.#isCut && path.length > this.#begunLength && index.isEnding(path.state)) {
      this.#begunLength = path.length
    }
    return true
  }

  /** False when the word's beginning, as far as every notation writes it alike, is not in the text. */
  #mayHold(word: string, family: NotationFamily): boolean {
    const beginning = word.slice(0, family.alikeLetters(word, BEGINNING_LETTERS))
    if (this.#index !== null || beginning === '') return true
    if (this.#absent.has(beginning)) return false
    if (this.#absent.size >= MOST_SEARCHES || this.#text.includes(beginning)) return true
    this.#absent.add(beginning)
    if (this.#isCut) this.#noteBegun(beginning)
    return false
  }

  #noteBegun(beginning: string): void {
    for (let length = beginning.length - 1; length > this.#begunLength; length -= 1) {
      if (this.#text.endsWith(beginning.slice(0, length))) this.#begunLength = length
    }
  }
}

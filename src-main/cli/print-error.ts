import { toPrintable } from './format.ts'

/** Prints a text on standard error, invisible characters written out: it may name paths or models. */
export function printError(text: string): void {
  console.error(toPrintable(text))
}

/**
 * Where a file of Orrery's lies for a program other than Electron: of what is packaged into an archive, such
 * files lie beside it. Elsewhere it is the same path.
 */
export function outsideArchive(path: string): string {
  return path.replace(/\bapp\.asar\b/u, 'app.asar.unpacked')
}

/** The code that the system or SQLite gave an error; empty: it has none. */
export function codeOf(error: unknown): string {
  const code: unknown = typeof error === 'object' && error !== null && Reflect.get(error, 'code')
  return typeof code === 'string' ? code : ''
}

/** Whether it says that a file could not grow. */
export function isDiskFull(error: unknown): boolean {
  return /^(ENOSPC|EDQUOT|EFBIG|SQLITE_FULL|SQLITE_IOERR_WRITE)$/.test(codeOf(error))
}

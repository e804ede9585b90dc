/** Whether a host, as `URL` writes it, is this machine by its name or its number. */
export function isThisMachine(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '')
  return /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|\[::ffff:7f\w\w:\w+\])$/.test(
    name,
  )
}

/** What comes of the work, unless the signal is aborted before: then it fails with its reason. */
export async function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: cut, reject } = Promise.withResolvers<never>()
  const cutOff = () => reject(signal.reason)
  if (signal.aborted) cutOff()
  signal.addEventListener('abort', cutOff, { once: true })
  // Nobody waits any more for what is cut off.
  work.catch(() => undefined)
  try {
    return await Promise.race([work, cut])
  } finally {
    signal.removeEventListener('abort', cutOff)
  }
}

const SECRET =
  /^(ANTHROPIC|OPENAI)_|(^|_)API_?(KEY|TOKEN|SECRET)S?($|_)|_AUTH_TOKEN$|_ACCESS_KEY$|_SECRET_KEY$|^OTEL_EXPORTER_OTLP_(\w+_)?HEADERS$/iu

/** Whether a variable of the environment holds a key of a provider, or one like it. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name)
}

const LIKELY_SECRET =
  /(^|_)(TOKEN|KEY|SECRET|PASS|PAT|DSN|JWT|COOKIE|CREDENTIALS?)S?($|_)|PASSWORD|PASSWD|PASSPHRASE|PWD$/iu

/** Whether what a variable holds is to be seen nowhere, though programs may be given it. */
export function isHiddenName(name: string): boolean {
  return isSecretName(name) || LIKELY_SECRET.test(name)
}

/**
 * Finds what is hidden of a variable in everything that is recorded or sent: its value, or the password in
 * an address. A word or a path would hide the same text in files, so without a provider's name a value also has
 * to look like a password.
 */
export function findSecrets(name: string, value: string): readonly string[] {
  const password = URL.canParse(value) ? new URL(value).password : ''
  const hidden = password !== '' && looksSecret(password) ? [password] : []
  const isWhole =
    isSecretName(name) || (password === '' && isHiddenName(name) && looksSecret(value))
  return isWhole ? [value, ...hidden] : hidden
}

function looksSecret(value: string): boolean {
  if (/[\s\\]|^[~./]/u.test(value)) return false
  return /[A-Za-z]/u.test(value) && /[^A-Za-z]/u.test(value) && /[^a-z-]/u.test(value)
}

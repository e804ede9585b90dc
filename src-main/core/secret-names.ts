const SECRET =
  /^(ANTHROPIC|OPENAI)_|(^|_)API_?(KEY|TOKEN|SECRET)S?($|_)|_AUTH_TOKEN$|_ACCESS_KEY$|_SECRET_KEY$|^OTEL_EXPORTER_OTLP_(\w+_)?HEADERS$/iu

/** Whether a variable of the environment holds a key of a provider, or one like it. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name)
}

const LIKELY_SECRET = /(^|_)(TOKEN|KEY|SECRET|PASSWORD|PASSWD|PASSPHRASE|PAT|CREDENTIALS?)S?($|_)/iu

/** Whether what a variable holds is to be seen nowhere, though programs may be given it. */
export function isHiddenName(name: string): boolean {
  return isSecretName(name) || LIKELY_SECRET.test(name)
}

const MIN_GENERATED_CHARS = 16

/**
 * Whether what a variable holds is hidden in everything that is recorded or sent. A word or a path would
 * hide the same text in files, so without a provider's name it also has to look generated.
 */
export function holdsSecret(name: string, value: string): boolean {
  return isSecretName(name) || (isHiddenName(name) && looksGenerated(value))
}

function looksGenerated(value: string): boolean {
  const isLong = value.length >= MIN_GENERATED_CHARS
  return isLong && /\d/u.test(value) && /[A-Za-z]/u.test(value) && !/[\s\\]|^[~./]/u.test(value)
}

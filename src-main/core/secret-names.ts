const SECRET =
  /^(ANTHROPIC|OPENAI)_|(^|_)API_?(KEY|TOKEN|SECRET)S?($|_)|_AUTH_TOKEN$|_ACCESS_KEY$|_SECRET_KEY$|^OTEL_EXPORTER_OTLP_(\w+_)?HEADERS$/iu

/** Whether a variable of the environment holds a key: programs that agents start are not given it. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name)
}

const LIKELY_SECRET = /(^|_)(TOKEN|KEY|SECRET|PASSWORD|PASSWD|PASSPHRASE|PAT|CREDENTIALS?)S?($|_)/iu

/** Whether what a variable holds is to be seen nowhere, though programs may be given it. */
export function isHiddenName(name: string): boolean {
  return isSecretName(name) || LIKELY_SECRET.test(name)
}

export const digits = '0123456789'
export const lower = 'abcdefghijklmnopqrstuvwxyz'
export const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
export const hex = `${digits}abcdef`
export const lowerAlphanumeric = `${lower}${digits}`
export const upperAlphanumeric = `${upper}${digits}`
export const alphanumeric = `${upper}${lower}${digits}`
export const base32 = `${upper}234567`
export const base64 = `${alphanumeric}+/`
export const base64Url = `${alphanumeric}-_`
/** Every printable character of ASCII but the blank. */
export const printable = `${alphanumeric}!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`

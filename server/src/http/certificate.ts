import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { type Config, ConfigError } from '../config/config.ts'

export interface Certificate {
  readonly cert: Buffer
  readonly key: Buffer
}

/** What HTTPS needs; undefined to serve plain HTTP. Files that do not fit stop the start. */
export function readCertificate({ tlsCertificate, tlsKey }: Config): Certificate | undefined {
  if (!tlsCertificate || !tlsKey) return undefined
  const certificate = { cert: readPem('KONTOR_TLS_CERT', tlsCertificate), key: readPem('KONTOR_TLS_KEY', tlsKey) }
  try {
    createSecureContext(certificate)
  } catch (error) {
    const { reason, message } = error as Error & { reason?: string }
    throw new ConfigError(`KONTOR_TLS_CERT and KONTOR_TLS_KEY cannot be used together: ${reason ?? message}.`)
  }
  return certificate
}

function readPem(setting: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new ConfigError(`${setting} names a file that cannot be read: ${(error as Error).message}.`)
  }
}

import { type FormEvent, useRef, useState } from 'react'
import { useConnection } from '../../connection/host-context.tsx'
import { useCommand } from '../../queries/use-command.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { OrreryMark } from '../../ui/buttons/orrery-mark.tsx'
import { Field } from '../../ui/forms/field.tsx'
import gate from './connection-gate.module.css'
import styles from './password-gate.module.css'

/** Before a host that others reach has let this window in. */
export function PasswordGate() {
  const { unlock } = useConnection()
  const [password, setPassword] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const entering = useCommand(unlock)
  const enter = async (event: FormEvent) => {
    event.preventDefault()
    if (await entering.run?.(password)) return
    field.current?.select()
  }
  return (
    <main className={gate.gate}>
      <OrreryMark size={44} />
      <h1 className={styles.title}>This workbench asks for its password</h1>
      <form className={styles.form} onSubmit={(event) => void enter(event)}>
        <Field
          label="Password"
          type="password"
          required
          maxLength={1000}
          value={password}
          error={entering.error}
          hint="Whoever started Orrery here has chosen it."
          ref={field}
          autoFocus
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button variant="primary" type="submit" disabled={!password || entering.isRunning}>
          Open
        </Button>
      </form>
    </main>
  )
}

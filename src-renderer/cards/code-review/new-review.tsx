import { useOpenReview } from '../../session/code-review/use-code-reviews.ts'
import { Button } from '../../ui/buttons/button.tsx'

/** Leads to a new review; absent in the past, and out of the host's reach. */
export function NewReview({ isPrimary = false }: { readonly isPrimary?: boolean }) {
  const open = useOpenReview()
  if (!open) return null
  return (
    <Button isSmall={!isPrimary} variant={isPrimary ? 'primary' : 'plain'} onClick={open}>
      Start code review…
    </Button>
  )
}

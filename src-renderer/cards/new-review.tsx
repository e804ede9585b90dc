import { useOpenReview } from '../client/use-open-review.ts'
import { Button } from '../ui/button.tsx'

/** Leads to a new review; absent in the past, and out of the host's reach. */
export function NewReview({ isPrimary = false }: { readonly isPrimary?: boolean }) {
  const open = useOpenReview()
  if (!open) return null
  return (
    <Button isSmall={!isPrimary} variant={isPrimary ? 'primary' : 'plain'} onClick={open}>
      Review changes…
    </Button>
  )
}

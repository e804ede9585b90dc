/** Cards used to offer patterns that allow more than they showed: a person confirms those rules again. */
export const confirmedRules = `
  ALTER TABLE rule ADD COLUMN is_confirmed INTEGER NOT NULL DEFAULT 0;
`

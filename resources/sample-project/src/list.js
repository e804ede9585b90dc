/** The list with a book added; one that is there already is not added again. */
export function addBook(list, { title, author }) {
  const isThere = list.some((book) => book.title === title && book.author === author)
  return isThere ? list : [...list, { title, author, read: false }]
}

/** The books that are still to be read. */
export function unread(list) {
  return list.filter((book) => !book.read)
}

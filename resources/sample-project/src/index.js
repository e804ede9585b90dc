export { addBook, unread } from './list.js'
export { pageCount, pageOf } from './pages.js'
export { loadBooks, saveBooks } from './store.js'

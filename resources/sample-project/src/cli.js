#!/usr/bin/env node
import { fileURLToPath } from 'node:url'
import { unread } from './list.js'
import { pageCount, pageOf } from './pages.js'
import { loadBooks } from './store.js'

const PAGE_SIZE = 4

const path = fileURLToPath(new URL('../books.json', import.meta.url))
const books = unread(await loadBooks(path))
const page = Number(process.argv[2] ?? 1)

for (const { title, author } of pageOf(books, page, PAGE_SIZE)) console.log(`${title} (${author})`)
console.log(`Page ${page} of ${pageCount(books.length, PAGE_SIZE)}`)

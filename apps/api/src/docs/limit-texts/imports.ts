import { tooLong, tooMany, type Chapter } from './limit-text.ts'

export const IMPORTS = {
  importBytes: {
    says: 'Size of a file that is imported',
    unit: 'bytes',
    where: 'files of clients and appointments',
    beyond: tooLong('file'),
  },
  importRows: {
    says: 'Rows of a file, without its first line',
    unit: '',
    where: 'files of clients and appointments',
    beyond: tooMany('file'),
  },
  importColumns: {
    says: 'Columns of a file',
    unit: '',
    where: 'files of clients and appointments',
    beyond: tooMany('file'),
  },
  importRowBytes: {
    says: 'Size of a row of a file',
    unit: 'bytes',
    where: 'files of clients and appointments',
    beyond: tooLong('file[3]'),
  },
} satisfies Chapter

/** Of this package, for `User-Agent`. */
export const VERSION = '1.0.0'

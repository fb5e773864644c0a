export const OPENAPI_PATH = '/v1/openapi.json'

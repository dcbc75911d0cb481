/** Settings of the Worker in tests and benchmarks. Never use them in a deployment. */
export const SERVED = {
  APP_ENV: 'local',
  PROJECT_ID: 'fantasy-cards',
  PUBLIC_KEY: 'public-fantasy-cards',
  SERVICE_KEY: 'service-key-for-tests-0123456789abcdef',
  TOKEN_SECRET: 'token-secret-for-tests-0123456789abcdef',
  VISITOR_SECRET: 'visitor-secret-for-tests-0123456789abcdef',
  DONATION_URL: 'https://www.redcross.org/donate',
}

export { describeCard } from '#shared/domain/describe-card.ts'

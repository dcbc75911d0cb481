/** The baseline for the channels: a server that sends each message to each socket in its own frame. */
import { WebSocketServer } from 'ws'

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
let sent = 0

server.on('connection', (socket) => {
  socket.on('message', (data) => {
    const { type, payload } = JSON.parse(String(data)) as { type: string; payload: Record<string, unknown> }
    const channel = payload['channel']
    if (type === 'subscribe') socket.send(JSON.stringify({ type: 'subscribed', payload: { channel } }))
    if (type !== 'publish') return
    sent += 1
    const timestamp = Date.now()
    const message = { id: `${timestamp}-${sent}`, seq: sent, timestamp, ...payload }
    const frame = JSON.stringify({ type: 'message', payload: message })
    for (const client of server.clients) client.send(frame)
    socket.send(JSON.stringify({ type: 'published', payload: { channel, messageId: message.id } }))
  })
})
server.on('listening', () => process.send!((server.address() as { port: number }).port))
process.on('disconnect', () => process.exit())

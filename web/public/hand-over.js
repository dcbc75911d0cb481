// Ends a sign-in in a window of its own: posts the outcome to the opener at its exact origin, and closes.
const { message, target, instead } = JSON.parse(document.getElementById('outcome').textContent)
if (window.opener) {
  window.opener.postMessage(message, target)
  window.close()
} else {
  // Some services cut a window off from its opener. This one then becomes the page that asked; other tabs learn of the
  // sign-in from what that page stores.
  location.replace(instead)
}

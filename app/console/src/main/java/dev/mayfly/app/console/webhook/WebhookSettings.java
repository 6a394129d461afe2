package dev.mayfly.app.console.webhook;

/**
 * The operator's settings of webhooks.
 *
 * @param on whether anything is sent
 * @param targets the addresses allowed
 * @param seed of the jitter in waiting
 */
public record WebhookSettings(boolean on, WebhookTargets targets, long seed) {}

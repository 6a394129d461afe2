package dev.mayfly.app.console.webhook;

/**
 * What an operator says about webhooks.
 *
 * @param on whether anything is sent
 * @param targets where to
 * @param seed of the jitter in waiting
 */
public record WebhookSettings(boolean on, WebhookTargets targets, long seed) {}

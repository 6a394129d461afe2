package dev.mayfly.app.console.webhook;

import dev.mayfly.engine.event.EventPosition;

/**
 * How a webhook does.
 *
 * @param position up to where it was told
 * @param lagSeconds for how long the next event has waited
 * @param delivered how many events were taken since the start
 * @param retried how many requests were tried again
 * @param dead how many requests were given up
 * @param error why the last attempt failed; empty if it did not
 */
public record WebhookStatus(
        Webhook webhook,
        EventPosition position,
        double lagSeconds,
        long delivered,
        long retried,
        long dead,
        String error) {}

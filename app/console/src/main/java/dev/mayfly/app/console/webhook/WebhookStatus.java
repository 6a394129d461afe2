package dev.mayfly.app.console.webhook;

import dev.mayfly.engine.event.EventProgress;

/**
 * The state of a webhook.
 *
 * @param progress up to where it was sent events
 * @param lagSeconds the time for which the next event has waited
 * @param delivered the number of events accepted since the start
 * @param retried the number of requests tried again
 * @param dead the number of requests given up
 * @param error the failure of the last attempt; empty if it succeeded
 */
public record WebhookStatus(
        Webhook webhook,
        EventProgress progress,
        double lagSeconds,
        long delivered,
        long retried,
        long dead,
        String error) {}

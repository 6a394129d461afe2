package dev.mayfly.app.console.webhook;

/**
 * A request that was given up.
 *
 * @param id orders those of one webhook
 * @param at the instant when it was given up, in milliseconds since the epoch
 * @param events the number of events in it
 * @param error the failure of the last attempt
 * @param body the JSON that was sent
 */
public record DeadLetter(long id, long at, int events, int attempts, String error, String body) {}

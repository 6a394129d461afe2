package dev.mayfly.app.console.webhook;

/**
 * A request that was given up.
 *
 * @param id orders those of one webhook
 * @param at when it was given up, in milliseconds since the epoch
 * @param events how many it tells of
 * @param error why the last attempt failed
 * @param body what was sent, JSON
 */
public record DeadLetter(long id, long at, int events, int attempts, String error, String body) {}

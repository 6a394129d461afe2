package dev.mayfly.engine.event;

/**
 * The totals of the log of events.
 *
 * @param events how many it holds
 * @param bytes how many bytes those take
 * @param dropped how many went early since the start, because of the size limit
 * @param oldestAt when the oldest was written, in milliseconds since the epoch; 0 while there is none
 */
public record EventTotals(long events, long bytes, long dropped, long oldestAt) {}

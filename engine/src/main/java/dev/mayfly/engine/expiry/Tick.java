package dev.mayfly.engine.expiry;

/**
 * The monitor's last look at a lazy collection.
 *
 * @param instant when it was, in milliseconds since the epoch
 * @param version documents of this version or a later one were not yet written then
 */
public record Tick(long instant, long version) {
    /** Before the first look. */
    public static final Tick NEVER = new Tick(Long.MIN_VALUE, 0);
}

package dev.mayfly.face.cosmos.language;

/**
 * A range of hashes of partition keys to which a client is to send a query.
 *
 * @param from the first of it, in hexadecimal digits
 * @param until the first behind it
 */
public record QueryRange(String from, String until) {
    /** All of them. */
    public static final QueryRange ALL = new QueryRange("", "FF");

    /** A part in which no item lies: hashes have their first two bits clear. */
    public static final QueryRange BEHIND_ALL = new QueryRange("40", "FF");
}

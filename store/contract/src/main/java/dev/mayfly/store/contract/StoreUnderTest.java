package dev.mayfly.store.contract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.mayfly.store.api.CommitOutcome;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.WriteBatch;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The requirements of every chapter of the contract on its subclass, and the short helpers that the chapters use. */
interface StoreUnderTest {
    Partition P = new Partition(7);
    Partition Q = new Partition(8);
    Space S = Space.DOCUMENT;

    /** The open store of the running test; empty when the test begins. */
    Store store();

    /** Returns true if committed data is there when the store is opened again. */
    default boolean isPersistent() {
        return true;
    }

    /** The length of a key that the store must take. */
    default int longestKey() {
        return 70_000;
    }

    /** Returns true if what is written counts as used at once, and what is deleted and compacted no more. */
    default boolean measuresAtOnce() {
        return true;
    }

    /** A name of the running test that no other has. */
    String folderName();

    /** Lets time pass by the store's own clock until the condition holds. Only for stores of several processes. */
    default void passUntil(BooleanSupplier condition) {
        throw new UnsupportedOperationException("time");
    }

    /** Closes the store of the running test and opens it again. */
    void reopen();

    /** One byte for each char, so that "\0" and "\u00ff" can be said. */
    static byte[] bytes(String text) {
        return text.getBytes(ISO_8859_1);
    }

    static @Nullable String text(byte @Nullable [] bytes) {
        return bytes == null ? null : new String(bytes, ISO_8859_1);
    }

    /** A value that begins with this version. */
    static byte[] version(long version) {
        return ByteBuffer.allocate(Long.BYTES + 2)
                .putLong(version)
                .put(bytes("vv"))
                .array();
    }

    static KeyRange range(String from, @Nullable String until) {
        return new KeyRange(bytes(from), until == null ? null : bytes(until));
    }

    static WriteBatch puts(String... keys) {
        WriteBatch batch = new WriteBatch();
        for (String key : keys) {
            batch.put(S, bytes(key), bytes("value of " + key));
        }
        return batch;
    }

    default CommitOutcome commit(Partition partition, WriteBatch batch, Expectation... expectations) {
        return store().commit(partition, batch, List.of(expectations), Durability.LOGGED);
    }

    default CommitOutcome commit(WriteBatch batch, Expectation... expectations) {
        return commit(P, batch, expectations);
    }

    default @Nullable String get(String key) {
        return text(store().get(P, S, bytes(key)));
    }

    default List<String> keys(KeyRange range, Direction direction, int limit) {
        return keys(store(), P, S, range, direction, limit);
    }

    default List<String> keys(Partition partition, Space space) {
        return keys(store(), partition, space, KeyRange.ALL, Direction.FORWARD, Reader.UNLIMITED);
    }

    default List<String> keys() {
        return keys(P, S);
    }

    static List<String> keys(
            Reader reader, Partition partition, Space space, KeyRange range, Direction direction, int limit) {
        try (Cursor cursor = reader.scan(partition, space, range, direction, limit)) {
            return rest(cursor);
        }
    }

    /** The keys that a cursor has still to give. */
    static List<String> rest(Cursor cursor) {
        List<String> keys = new ArrayList<>();
        while (cursor.next()) {
            keys.add(new String(cursor.keyBuffer(), 0, cursor.keyLength(), ISO_8859_1));
        }
        return keys;
    }
}

package dev.mayfly.face.mongo.replica;

import dev.mayfly.face.mongo.wire.BsonBuilder;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import org.bson.BsonObjectId;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * A replica set that has this server as its only member, which is its primary.
 *
 * @param name as clients put it into their connection strings
 * @param host by which clients call the member; null for the address that they have called
 */
public record ReplicaSet(String name, @Nullable String host) {
    /** The version of the configuration, which never changes. */
    public static final int CONFIGURATION_VERSION = 1;

    /** The term of the election that the member won when it was created. */
    public static final long TERM = 1;

    /** The election id, by which drivers tell an old primary from a new one. */
    private static final ObjectId ELECTION = new ObjectId("7fffffff0000000000000001");

    private static final int OBJECT_ID_BYTES = 12;

    /** The member, as host and port, for a client that has called this address. */
    public String member(InetSocketAddress called) {
        return (host == null ? literal(called.getAddress()) : host) + ":" + called.getPort();
    }

    private static String literal(InetAddress address) {
        String text = address.getHostAddress();
        return address instanceof Inet6Address ? "[" + text + "]" : text;
    }

    /** The same for every start of the same set. */
    public ObjectId id() {
        UUID hash = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
        byte[] bytes = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(hash.getMostSignificantBits())
                .putLong(hash.getLeastSignificantBits())
                .array();
        return new ObjectId(Arrays.copyOf(bytes, OBJECT_ID_BYTES));
    }

    /** Appends the fields of a handshake and of {@code serverStatus} about the set. */
    public BsonBuilder describe(
            BsonBuilder reply, InetSocketAddress called, boolean isPrimary, long clusterTime, long now) {
        String member = member(called);
        reply.startArray("hosts")
                .element(member)
                .end()
                .text("setName", name)
                .int32("setVersion", CONFIGURATION_VERSION)
                .bool("secondary", !isPrimary);
        if (isPrimary) {
            reply.text("primary", member);
        }
        reply.text("me", member);
        if (isPrimary) {
            reply.value("electionId", new BsonObjectId(ELECTION));
        }
        reply.startDocument("lastWrite");
        optime(reply, "opTime", clusterTime).date("lastWriteDate", now);
        return optime(reply, "majorityOpTime", clusterTime)
                .date("majorityWriteDate", now)
                .end();
    }

    /** A moment in the history of the set: a cluster time and the term of its primary. */
    static BsonBuilder optime(BsonBuilder reply, String field, long clusterTime) {
        return reply.startDocument(field)
                .timestamp("ts", clusterTime)
                .int64("t", TERM)
                .end();
    }
}

package dev.mayfly.face.couchbase.wire;

import dev.mayfly.face.transport.connection.Connection;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** A message of the server to a client without a request. */
public final class ServerFrame {
    public static final byte[] NOTHING = new byte[0];

    /** The client has a configuration to fetch, or gets it here. */
    private static final int CLUSTER_MAP_CHANGED = 0x01;

    private static final int VERSION_BYTES = 2 * Long.BYTES;

    private ServerFrame() {}

    /** @param config JSON, or nothing for a client that fetches it */
    public static ByteBuf clusterMap(long epoch, long revision, String bucket, byte[] config, Connection connection) {
        byte[] key = bucket.getBytes(StandardCharsets.UTF_8);
        int body = VERSION_BYTES + key.length + config.length;
        ByteBuf bytes = connection.allocate(Header.BYTES + body);
        bytes.writeByte(Magic.SERVER_REQUEST).writeByte(CLUSTER_MAP_CHANGED).writeShort(key.length);
        bytes.writeByte(VERSION_BYTES)
                .writeByte(config.length == 0 ? Datatype.RAW : Datatype.JSON)
                .writeShort(0);
        bytes.writeInt(body).writeInt(0).writeLong(0);
        return bytes.writeLong(epoch).writeLong(revision).writeBytes(key).writeBytes(config);
    }
}

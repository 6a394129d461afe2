package dev.mayfly.face.mongo.command;

import java.util.List;

/**
 * How this face presents itself.
 *
 * @param authRequired whether clients must log in before they may do anything
 * @param hostName as told to clients
 * @param arguments the command line of the server, without secrets
 */
public record MongoSettings(boolean authRequired, String hostName, List<String> arguments) {
    /** The version whose behaviour we show. */
    public static final String VERSION = "7.0.14";

    /** The wire version that belongs to it. */
    public static final int WIRE_VERSION = 21;

    public static final int DOCUMENT_BYTES_MAX = 16 << 20;
    public static final int WRITE_BATCH_MAX = 100_000;

    public MongoSettings {
        arguments = List.copyOf(arguments);
    }

    /** Open to whoever can connect, as on loopback. */
    public static MongoSettings open() {
        return new MongoSettings(false, "localhost", List.of("mayfly"));
    }

    public static MongoSettings closed() {
        return new MongoSettings(true, "localhost", List.of("mayfly"));
    }
}

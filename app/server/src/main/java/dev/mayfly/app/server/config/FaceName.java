package dev.mayfly.app.server.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A face that clients may talk to. */
public enum FaceName {
    MONGO(Setting.MONGO_PORT),
    COSMOS(Setting.COSMOS_PORT),
    COUCHBASE(Setting.COUCHBASE_PORT),
    ADMIN(Setting.ADMIN_PORT);

    private final Setting port;

    FaceName(Setting port) {
        this.port = port;
    }

    public Setting port() {
        return port;
    }

    /** Its name as an operator writes it, and as the catalog keeps it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<FaceName> of(String word) {
        return Arrays.stream(values()).filter(face -> face.word().equals(word)).findFirst();
    }

    static List<String> words() {
        return Arrays.stream(values()).map(FaceName::word).toList();
    }
}

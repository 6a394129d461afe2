package dev.mayfly.face.cosmos.session;

import dev.mayfly.face.api.FaceUsers.AccountKey;
import java.security.InvalidKeyException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keys of the account. Immutable and safe for concurrent use; their texts are never shown. */
public final class CosmosKeys {
    /** The key that every emulator has and everybody knows; good for nothing but this machine. */
    public static final String EMULATOR =
            "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

    /** A shorter key could be found by trying. */
    public static final int BYTES_MIN = 32;

    private final List<SigningKey> keys;
    private final boolean isLoopbackOnly;

    private CosmosKeys(List<SigningKey> keys, boolean isLoopbackOnly) {
        this.keys = List.copyOf(keys);
        this.isLoopbackOnly = isLoopbackOnly;
    }

    /** The key of every emulator, for callers on this machine. */
    public static CosmosKeys emulator() {
        return new CosmosKeys(List.of(key("emulator key", EMULATOR, false)), true);
    }

    /** The key of every emulator, for all callers, where nobody is asked who they are. */
    public static CosmosKeys emulatorForEveryone() {
        return new CosmosKeys(emulator().keys, false);
    }

    /**
     * Keys of one's own, in base64.
     *
     * @param full those that may do everything; at least one
     * @param reading those that may only read
     */
    public static CosmosKeys of(List<String> full, List<String> reading) {
        if (full.isEmpty()) {
            throw new IllegalArgumentException("an account has a key");
        }
        List<SigningKey> keys = new ArrayList<>();
        for (String text : full) {
            keys.add(key(name(keys.size(), "key"), text, false));
        }
        for (String text : reading) {
            keys.add(key(name(keys.size() - full.size(), "read-only key"), text, true));
        }
        return new CosmosKeys(keys, false);
    }

    /** Returns the reason why a text cannot be a key, or null. */
    public static @Nullable String faultOf(String text) {
        try {
            if (Base64.getDecoder().decode(text).length < BYTES_MIN) {
                return "a key has at least " + BYTES_MIN + " bytes, in base64";
            }
        } catch (IllegalArgumentException _) {
            return "a key is written in base64";
        }
        return text.equals(EMULATOR) ? "that is the key of the emulator, which everybody knows" : null;
    }

    /** Returns the name of a key as in the portal of Azure, which names no further ones. */
    private static String name(int index, String kind) {
        return switch (index) {
            case 0 -> "primary " + kind;
            case 1 -> "secondary " + kind;
            default -> kind + " " + (index + 1);
        };
    }

    private static SigningKey key(String name, String text, boolean readsOnly) {
        try {
            return SigningKey.of(name, Base64.getDecoder().decode(text), readsOnly);
        } catch (InvalidKeyException wrong) {
            throw new IllegalArgumentException("a key that nothing can be signed with", wrong);
        }
    }

    /** Returns what may be told of the keys. */
    public List<AccountKey> described() {
        return keys.stream()
                .map(key -> new AccountKey(key.name(), key.fingerprint(), key.readsOnly()))
                .toList();
    }

    /** The first of them signs what the server itself signs. */
    List<SigningKey> all() {
        return keys;
    }

    boolean isLoopbackOnly() {
        return isLoopbackOnly;
    }

    @Override
    public String toString() {
        return keys.size() + " keys";
    }
}

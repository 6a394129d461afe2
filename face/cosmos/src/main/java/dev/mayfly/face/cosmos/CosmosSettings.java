package dev.mayfly.face.cosmos;

import dev.mayfly.face.cosmos.session.CosmosKeys;
import java.util.List;

/**
 * How an account presents itself.
 *
 * @param keys that open it
 * @param regions that are announced; at least one, and all of them are this node
 */
public record CosmosSettings(CosmosKeys keys, List<String> regions) {
    /** One region and the key that everybody knows, as an emulator has it. */
    public static final CosmosSettings DEFAULTS =
            new CosmosSettings(CosmosKeys.emulator(), List.of("South Central US"));

    public CosmosSettings {
        regions = List.copyOf(regions);
        if (regions.isEmpty()) {
            throw new IllegalArgumentException("an account is somewhere");
        }
    }
}

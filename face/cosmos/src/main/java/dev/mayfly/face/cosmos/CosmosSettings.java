package dev.mayfly.face.cosmos;

import dev.mayfly.face.cosmos.session.CosmosKeys;
import java.util.List;

/**
 * The settings of an account.
 *
 * @param keys that open it
 * @param regions of this server; at least one
 * @param enforcesThroughput whether requests beyond the throughput of their container are refused
 */
public record CosmosSettings(CosmosKeys keys, List<String> regions, boolean enforcesThroughput) {
    /** One region and the well-known key, as in an emulator. */
    public static final CosmosSettings DEFAULTS =
            new CosmosSettings(CosmosKeys.emulator(), List.of("South Central US"), false);

    public CosmosSettings {
        regions = List.copyOf(regions);
        if (regions.isEmpty()) {
            throw new IllegalArgumentException("an account is somewhere");
        }
    }
}

package dev.mayfly.face.cosmos;

import java.util.List;

/**
 * How an account presents itself.
 *
 * @param regions that are announced; at least one, and all of them are this node
 */
public record CosmosSettings(List<String> regions) {
    /** One region, as an emulator has it. */
    public static final CosmosSettings DEFAULTS = new CosmosSettings(List.of("South Central US"));

    public CosmosSettings {
        regions = List.copyOf(regions);
        if (regions.isEmpty()) {
            throw new IllegalArgumentException("an account is somewhere");
        }
    }
}

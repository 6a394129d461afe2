package dev.mayfly.face.mongo.command;

import dev.mayfly.face.mongo.replica.ReplicaSet;
import dev.mayfly.test.harness.Seeds;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A text that one place finds under a collation is found by every place, and ICU, asked by its own names, agrees. */
class CollationProperties {
    /** Each collation with the name by which ICU knows it. */
    private static final Map<String, String> COLLATIONS = new TreeMap<>(Map.of(
            "{locale: 'en', strength: 1}", "en-u-ks-level1",
            "{locale: 'en_US', strength: 2}", "en-US-u-ks-level2",
            "{locale: 'en'}", "en-u-ks-level3",
            "{locale: 'en', strength: 1, caseLevel: true}", "en-u-ks-level1-kc-true",
            "{locale: 'en', strength: 2, numericOrdering: true}", "en-u-ks-level2-kn-true",
            "{locale: 'en', strength: 2, alternate: 'shifted'}", "en-u-ks-level2-ka-shifted",
            "{locale: 'de@collation=phonebook', strength: 1}", "de-u-co-phonebk-ks-level1",
            "{locale: 'tr', strength: 1}", "tr-u-ks-level1",
            "{locale: 'fr_CA', strength: 2}", "fr-CA-u-ks-level2",
            "{locale: 'sv', caseFirst: 'upper'}", "sv-u-ks-level3-kf-upper"));

    /** Everything is asked of collections without a collation by commands with one, and of others without a word. */
    @Test
    void whatOnePlaceFindsAllFind() {
        Seeds.run(30, (seed, random) -> {
            try (MongoFixture fixture =
                            new MongoFixture(MongoSettings.open().withReplicaSet(new ReplicaSet("rs0", null)));
                    RawMongoClient client = fixture.connect()) {
                List<String> specs = List.copyOf(COLLATIONS.keySet());
                String collation = specs.get((int) (seed % specs.size()));
                new CollationRound(client, random, collation, COLLATIONS.get(collation), seed % 2 == 0).run();
            }
        });
    }
}

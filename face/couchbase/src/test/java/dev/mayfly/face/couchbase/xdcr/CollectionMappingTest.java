package dev.mayfly.face.couchbase.xdcr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which target each collection has by the rules. */
final class CollectionMappingTest {
    private static CollectionMapping explicit(String rules) {
        return CollectionMapping.of(ReplicationSettings.INITIAL.with(Map.of(
                ReplicationSetting.COLLECTIONS_EXPLICIT_MAPPING, "true", ReplicationSetting.COL_MAPPING_RULES, rules)));
    }

    private static List<String> targets(CollectionMapping mapping, String scope, String collection) {
        return mapping.routes(scope, collection).stream()
                .map(CollectionMapping.MappingRoute::target)
                .toList();
    }

    @Test
    void collectionsHaveThoseOfTheirNameAtFirst() {
        CollectionMapping mapping = CollectionMapping.of(ReplicationSettings.INITIAL);
        assertEquals(List.of("s.c"), targets(mapping, "s", "c"));
    }

    @Test
    void theRuleOfACollectionComesBeforeThatOfItsScope() {
        CollectionMapping mapping =
                explicit("{\"inventory\":\"mine\",\"inventory.airport\":\"other.x\",\"inventory.secret\":null}");
        assertEquals(List.of("mine.airline"), targets(mapping, "inventory", "airline"));
        assertEquals(List.of("other.x"), targets(mapping, "inventory", "airport"));
        assertEquals(List.of(), targets(mapping, "inventory", "secret"));
        assertEquals(List.of(), targets(mapping, "elsewhere", "airline"));
    }

    @Test
    void aScopeThatIsDeniedMayHaveACollectionThatIsNot() {
        CollectionMapping mapping = explicit("{\"inventory\":null,\"inventory.airport\":\"mine.airport\"}");
        assertEquals(List.of("mine.airport"), targets(mapping, "inventory", "airport"));
        assertEquals(List.of(), targets(mapping, "inventory", "airline"));
    }

    @Test
    void migrationHasTheDefaultCollectionAlone() {
        CollectionMapping mapping = CollectionMapping.of(ReplicationSettings.INITIAL.with(Map.of(
                ReplicationSetting.COLLECTIONS_MIGRATION_MODE,
                "true",
                ReplicationSetting.COL_MAPPING_RULES,
                "{\"a = 1\":\"s.one\",\"a = 2\":\"s.two\"}")));
        assertEquals(2, mapping.routes("_default", "_default").size());
        assertTrue(mapping.routes("s", "one").isEmpty());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[]",
                "{",
                "{\"a.b\":\"c.d\",\"a.b\":\"c.e\"}",
                "{\"a.b\":\"c.d\",\"a.b\":null}",
                "{\"a\":null,\"a\":\"b\"}",
                "{\"a.b\":\"c.d\",\"a.e\":\"c.d\"}",
                "{\"a\":\"c\",\"b\":\"c\"}",
                "{\"a\":null,\"a.b\":null}",
                "{\"a\":\"c\",\"a.b\":\"c.b\"}",
                "{\"a\":\"c.d\"}",
                "{\"a.b\":\"c\"}",
                "{\"a.b\":1}",
                "{\"a.b.c\":\"a.b\"}"
            })
    void rulesThatContradictEachOtherAreRefused(String rules) {
        ReplicationException refused = assertThrows(ReplicationException.class, () -> explicit(rules));
        assertEquals("colMappingRules", refused.field());
    }

    @Test
    void otherRulesLookAtEverythingAgain() {
        ReplicationSettings plain = ReplicationSettings.INITIAL;
        ReplicationSettings mapped = plain.with(Map.of(
                ReplicationSetting.COLLECTIONS_EXPLICIT_MAPPING,
                "true",
                ReplicationSetting.COL_MAPPING_RULES,
                "{\"a\":\"b\"}"));
        ReplicationSettings filtered = plain.with(Map.of(ReplicationSetting.FILTER_EXPRESSION, "a = 1"));
        assertTrue(mapped.needsRestream(plain));
        assertTrue(filtered.needsRestream(plain));
        assertEquals(
                false,
                filtered.with(Map.of(
                                ReplicationSetting.FILTER_EXPRESSION,
                                "a = 2",
                                ReplicationSetting.FILTER_SKIP_RESTREAM,
                                "true"))
                        .needsRestream(filtered));
        assertEquals(
                false, plain.with(Map.of(ReplicationSetting.PRIORITY, "low")).needsRestream(plain));
        assertEquals(mapped, ReplicationSettings.fromJson(mapped.toJson()));
    }
}

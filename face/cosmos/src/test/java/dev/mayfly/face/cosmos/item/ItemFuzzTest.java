package dev.mayfly.face.cosmos.item;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.mayfly.base.document.JsonValidator;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.language.function.SearchSettings;
import dev.mayfly.face.cosmos.partition.EffectivePartitionKey;
import dev.mayfly.face.cosmos.partition.ItemKey;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import java.nio.charset.StandardCharsets;

/**
 * Feeds what reads items, patches, batches and partition keys with whatever a fuzzer makes up; nothing but a refusal may
 * come out, and what is accepted stays valid.
 */
final class ItemFuzzTest {
    private static final byte[] ITEM =
            "{\"id\":\"1\",\"a\":[1,{\"b\":2.5}],\"c\":{\"d\":null},\"n\":1}".getBytes(StandardCharsets.UTF_8);

    @FuzzTest
    void item(byte[] bytes) {
        try {
            ItemBody item = ItemBody.parse(bytes);
            item.lifetime(false);
            IndexedPaths.count(item.text());
            validate(item.text());
        } catch (CosmosException refused) {
            assertEquals(400, refused.status());
        }
    }

    @FuzzTest
    void patch(byte[] bytes) {
        try {
            byte[] text = ITEM;
            for (PatchOperation operation :
                    PatchReader.read(bytes, SearchSettings.DEFAULT).operations()) {
                text = PatchedText.of(text, operation);
            }
            JsonValidator.validate(text, 0, text.length, 2 * ItemBody.DEPTH_MAX + 2);
        } catch (CosmosException refused) {
            assertEquals(400, refused.status());
        }
    }

    @FuzzTest
    void batch(byte[] bytes) {
        try {
            BatchJson.read(bytes);
        } catch (CosmosException refused) {
            assertEquals(400, refused.status());
        }
    }

    @FuzzTest
    void partitionKey(byte[] bytes) {
        try {
            PartitionKey key = PartitionKey.ofHeader(new String(bytes, StandardCharsets.ISO_8859_1));
            ItemKey.range(key);
            for (EffectivePartitionKey kind : EffectivePartitionKey.values()) {
                kind.of(key);
            }
        } catch (CosmosException refused) {
            assertEquals(400, refused.status());
        }
    }

    private static void validate(byte[] text) {
        JsonValidator.validate(text, 0, text.length, ItemBody.DEPTH_MAX);
    }
}

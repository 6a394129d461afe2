package dev.mayfly.face.cosmos.item;

import dev.mayfly.base.document.JsonValidator;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.MalformedDocumentException;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.cosmos.error.CosmosErrors;
import dev.mayfly.face.cosmos.partition.ItemErrors;
import dev.mayfly.face.cosmos.partition.ItemKey;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import dev.mayfly.face.cosmos.partition.PartitionKeyPaths;
import dev.mayfly.face.cosmos.resource.Container;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Changes of parts of an item, one after the other, all or none. The parts not touched keep their text.
 *
 * @param condition that must hold for the item before, or null
 */
record Patch(List<PatchOperation> operations, @Nullable PatchCondition condition) {
    Patch {
        operations = List.copyOf(operations);
    }

    /** Returns the patched item. */
    ItemBody apply(Container container, Document current, ReadView reading) {
        if (condition != null && !condition.holds(container.items().shown(current), reading.now())) {
            throw CosmosErrors.preconditionFailed();
        }
        byte[] before = current.body();
        byte[] text = before;
        for (PatchOperation operation : operations) {
            text = PatchedText.of(text, operation);
            if (text.length > ItemBody.BYTES_MAX) {
                throw CosmosErrors.tooLarge();
            }
        }
        try {
            JsonValidator.validate(text, 0, text.length, ItemBody.DEPTH_MAX);
        } catch (MalformedDocumentException _) {
            throw ItemErrors.payload();
        }
        PartitionKeyPaths paths = container.items().partition();
        ItemBody patched = ItemBody.of(JsonView.of(text));
        if (!ItemKey.areSame(patched.partition(paths), paths.of(JsonView.of(before)))) {
            throw PartitionKey.mismatch();
        }
        return patched;
    }
}

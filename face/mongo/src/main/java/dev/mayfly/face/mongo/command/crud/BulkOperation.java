package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.write.UpdateStatement;
import java.util.Set;

/** One operation of a {@code bulkWrite}, on the collection at a place of the command's list of them. */
public sealed interface BulkOperation {
    int namespace();

    record Insert(int namespace, BsonView document) implements BulkOperation {}

    record Update(int namespace, UpdateStatement.Parts parts) implements BulkOperation {}

    record Delete(int namespace, DeleteCommand.Statement statement) implements BulkOperation {}

    Set<String> INSERT_FIELDS = Set.of("insert", "document");
    Set<String> UPDATE_FIELDS = Set.of(
            "update",
            "filter",
            "updateMods",
            "multi",
            "upsert",
            "upsertSupplied",
            "arrayFilters",
            "constants",
            "collation",
            "hint",
            "sort",
            "sampleId");
    Set<String> DELETE_FIELDS = Set.of("delete", "filter", "multi", "collation", "hint", "sampleId");

    /** @throws CommandError if it is none, or has fields that none has */
    static BulkOperation of(BsonView operation) {
        View.Fields fields = operation.fields();
        String kind = fields.next() ? fields.name() : "";
        return switch (kind) {
            case "insert" -> insert(fields("insert", operation, INSERT_FIELDS));
            case "update" -> update(fields("update", operation, UPDATE_FIELDS));
            case "delete" -> delete(fields("delete", operation, DELETE_FIELDS));
            default ->
                throw new CommandError(MongoCode.FAILED_TO_PARSE, "Unrecognized bulkWrite operation: '" + kind + "'");
        };
    }

    private static StatementFields fields(String kind, BsonView operation, Set<String> known) {
        return new StatementFields(operation, "bulkWrite.ops." + kind, known);
    }

    private static BulkOperation insert(StatementFields fields) {
        return new Insert(fields.index("insert"), fields.document("document"));
    }

    private static BulkOperation update(StatementFields fields) {
        UpdateStatement.Parts parts = new UpdateStatement.Parts(
                fields.requiredTree("filter"),
                fields.required("updateMods").toBsonValue(),
                fields.tree("constants"),
                fields.trees("arrayFilters"),
                fields.tree("sort"),
                fields.hint(),
                fields.bool("multi"),
                fields.bool("upsert"),
                fields.tree("collation"));
        if (parts.multi() && !parts.sort().isEmpty()) {
            throw new CommandError(MongoCode.FAILED_TO_PARSE, "Cannot specify sort with multi=true");
        }
        return new Update(fields.index("update"), parts);
    }

    private static BulkOperation delete(StatementFields fields) {
        return new Delete(
                fields.index("delete"),
                new DeleteCommand.Statement(
                        fields.requiredTree("filter"), !fields.bool("multi"), fields.hint(), fields.tree("collation")));
    }
}

package dev.mayfly.face.cosmos.item;

import dev.mayfly.base.document.DuplicateNames;
import dev.mayfly.base.document.JsonFields;
import dev.mayfly.base.document.JsonValidator;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.MalformedDocumentException;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.face.cosmos.http.RequestUnits;
import dev.mayfly.face.cosmos.partition.ItemErrors;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Batches as JSON: an array of operations, answered with an array of what came of each. */
final class BatchJson {
    /** An operation stands in an array, and its item in it. */
    private static final int ENVELOPE_DEPTH = 2;

    private BatchJson() {}

    static List<BatchMember> read(byte[] body) {
        try {
            JsonValidator.validate(body, 0, body.length, ItemBody.DEPTH_MAX + ENVELOPE_DEPTH);
        } catch (MalformedDocumentException _) {
            throw ItemErrors.payload();
        }
        JsonView array = JsonView.of(body);
        if (array.type() != ValueType.ARRAY || DuplicateNames.in(body)) {
            throw ItemErrors.payload();
        }
        List<BatchMember> members = new ArrayList<>();
        JsonFields elements = array.fields();
        while (elements.next() && members.size() <= Batches.MEMBERS_MAX) {
            members.add(member(elements.value()));
        }
        return members;
    }

    private static BatchMember member(JsonView operation) {
        if (operation.type() != ValueType.OBJECT) {
            throw ItemErrors.payload();
        }
        JsonView body = operation.field("resourceBody");
        return BatchMember.of(
                text(operation, "operationType"),
                text(operation, "id"),
                text(operation, "partitionKey"),
                new Conditions(text(operation, "ifMatch"), text(operation, "ifNoneMatch")),
                body == null ? null : Arrays.copyOfRange(body.text(), body.from(), body.until()),
                isTrue(operation.field("minimalReturnPreference")));
    }

    private static boolean isTrue(@Nullable JsonView view) {
        return view != null && view.type() == ValueType.BOOLEAN && view.booleanValue();
    }

    private static @Nullable String text(JsonView operation, String name) {
        JsonView value = operation.field(name);
        if (value == null || value.type() == ValueType.NULL) {
            return null;
        }
        if (value.type() != ValueType.STRING) {
            throw ItemErrors.payload();
        }
        return value.stringValue();
    }

    static byte[] write(BatchAnswer answer) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        char before = '[';
        for (BatchAnswer.Member member : answer.members()) {
            out.write(before);
            before = ',';
            write(out, member);
        }
        out.write(']');
        return out.toByteArray();
    }

    private static void write(ByteArrayOutputStream out, BatchAnswer.Member member) {
        StringBuilder head = new StringBuilder("{\"statusCode\":").append(member.status());
        if (member.substatus() != 0) {
            head.append(",\"subStatusCode\":").append(member.substatus());
        }
        head.append(",\"requestCharge\":").append(RequestUnits.text(member.charge()));
        if (member.retryAfterMillis() != 0) {
            head.append(",\"retryAfterMilliseconds\":").append(member.retryAfterMillis());
        }
        if (member.etag() != null) {
            head.append(",\"eTag\":\"")
                    .append(member.etag().replace("\"", "\\\""))
                    .append('"');
        }
        out.writeBytes(head.toString().getBytes(StandardCharsets.UTF_8));
        byte[] body = member.body();
        if (body != null) {
            out.writeBytes(",\"resourceBody\":".getBytes(StandardCharsets.UTF_8));
            out.writeBytes(body);
        }
        out.write('}');
    }
}

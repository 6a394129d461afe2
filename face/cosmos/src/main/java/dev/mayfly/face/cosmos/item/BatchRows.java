package dev.mayfly.face.cosmos.item;

import dev.mayfly.face.cosmos.hybrid.HybridBatch;
import dev.mayfly.face.cosmos.hybrid.HybridOperation;
import dev.mayfly.face.cosmos.hybrid.HybridResult;
import java.util.ArrayList;
import java.util.List;

/** Batches as binary rows, which are what the .NET SDK sends and reads. */
final class BatchRows {
    private BatchRows() {}

    static List<BatchMember> read(byte[] body) {
        List<BatchMember> members = new ArrayList<>();
        for (HybridOperation operation : HybridBatch.decode(body)) {
            members.add(member(operation));
        }
        return members;
    }

    private static BatchMember member(HybridOperation operation) {
        return BatchMember.of(
                operation.type(),
                operation.id(),
                operation.partitionKey(),
                new Conditions(operation.ifMatch(), operation.ifNoneMatch()),
                operation.body(),
                operation.prefersMinimal());
    }

    static byte[] write(BatchAnswer answer) {
        List<HybridResult> results = new ArrayList<>();
        for (BatchAnswer.Member member : answer.members()) {
            results.add(new HybridResult(
                    member.status(),
                    member.substatus(),
                    member.etag(),
                    member.body(),
                    Math.toIntExact(member.retryAfterMillis()),
                    member.charge()));
        }
        return HybridBatch.encode(results);
    }
}

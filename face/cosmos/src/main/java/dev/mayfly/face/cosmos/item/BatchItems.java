package dev.mayfly.face.cosmos.item;

import dev.mayfly.face.cosmos.error.CosmosErrors;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.http.RequestField;
import dev.mayfly.face.cosmos.hybrid.HybridBatch;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.ContainerOperation;
import dev.mayfly.face.cosmos.resource.UnitMeter;
import java.util.List;

/** Carries out many operations on items: as a transaction, or in bulk. It answers as it was asked: in JSON, or in rows. */
final class BatchItems implements ContainerOperation {
    private static final int BYTES_MAX = 2 << 20;

    private final Batches batches;
    private final UnitMeter meter;

    BatchItems(Batches batches, UnitMeter meter) {
        this.batches = batches;
        this.meter = meter;
    }

    @Override
    public CosmosResponse answer(CosmosRequest request, Container container) {
        ItemRequest.requirePlain(request);
        if (request.body().length > BYTES_MAX) {
            throw CosmosErrors.tooLarge();
        }
        byte[] body = request.body();
        boolean isHybrid = HybridBatch.isHybrid(body);
        BatchAnswer answer = run(request, container, isHybrid ? BatchRows.read(body) : BatchJson.read(body));
        return CosmosResponse.of(answer.status(), isHybrid ? BatchRows.write(answer) : BatchJson.write(answer))
                .charge(answer.charge())
                .owner(container.names(), container.rid());
    }

    private BatchAnswer run(CosmosRequest request, Container container, List<BatchMember> members) {
        PartitionKey partition = ItemRequest.partition(request);
        if (!request.fields().isTrue(RequestField.BATCH_ATOMIC)) {
            boolean isPatient = request.fields().isTrue(RequestField.BATCH_CONTINUE_ON_ERROR);
            UnitAllowance units =
                    new UnitAllowance(meter, container, container.ranges().ofRequest(request));
            return batches.bulk(container, partition, members, isPatient, units);
        }
        if (partition == null) {
            throw PartitionKey.missing();
        }
        return batches.transactional(container, partition, members);
    }
}

"""A client of gRPC's own library for Python. It asks the agent at argv[1] for the schema by reflection, and prints what each call gave, as JSON."""

import json
import sys

import grpc
from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory

channel = grpc.insecure_channel(sys.argv[1])
version = [("a2a-version", "1.0")]
service = "lf.a2a.v1.A2AService"


def reflected():
    """The schema. The messages of reflection itself are written by hand: three fields of them are needed."""
    call = channel.stream_stream("/grpc.reflection.v1.ServerReflection/ServerReflectionInfo")
    name = service.encode()
    # ServerReflectionRequest: file_containing_symbol = 4.
    answer = next(iter(call(iter([b"\x22" + bytes([len(name)]) + name]))))
    # ServerReflectionResponse: file_descriptor_response = 4, in it file_descriptor_proto = 1.
    for field, outer in fields(answer):
        if field == 4:
            return [descriptor_pb2.FileDescriptorProto.FromString(inner) for _, inner in fields(outer)]
    raise ValueError("the agent does not tell its schema")


def fields(data):
    """Number and bytes of the length-prefixed fields of a message; others are passed over."""
    at = 0

    def varint():
        nonlocal at
        value, shift = 0, 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while at < len(data):
        tag = varint()
        if tag & 7 == 2:
            length = varint()
            yield tag >> 3, data[at : at + length]
            at += length
        else:
            varint()


pool = descriptor_pool.DescriptorPool()
missing = {file.name: file for file in reflected()}


def add(name):
    """Dependencies first."""
    file = missing.pop(name, None)
    if file:
        for dependency in file.dependency:
            add(dependency)
        pool.Add(file)


for name in list(missing):
    add(name)

methods = pool.FindServiceByName(service).methods_by_name
if hasattr(message_factory, "GetMessageClass"):
    message_class = message_factory.GetMessageClass
else:
    message_class = message_factory.MessageFactory(pool).GetPrototype


def call(rpc, request, streams=False, metadata=version):
    method = methods[rpc]
    sent = json_format.ParseDict(request, message_class(method.input_type)())
    kind = channel.unary_stream if streams else channel.unary_unary
    answer = kind(
        f"/{service}/{rpc}",
        request_serializer=lambda message: message.SerializeToString(),
        response_deserializer=message_class(method.output_type).FromString,
    )(sent, metadata=metadata, timeout=60)
    return answer


def asked(rpc, request, **more):
    """What came back, or the status and the reason of the refusal."""
    try:
        answer = call(rpc, request, **more)
        if more.get("streams"):
            return [json_format.MessageToDict(event) for event in answer]
        return json_format.MessageToDict(answer)
    except grpc.RpcError as error:
        details = dict(error.trailing_metadata() or ()).get("grpc-status-details-bin", b"")
        known = ["TASK_NOT_FOUND", "TASK_NOT_CANCELABLE", "VERSION_NOT_SUPPORTED"]
        return {"status": error.code().name, "reason": next((name for name in known if name.encode() in details), None)}


def saying(text, **more):
    return {"message": {"messageId": f"python-{text}", "role": "ROLE_USER", "parts": [{"text": text}], **more}}


def left_and_subscribed():
    """Leaves a stream after its first event, and reads the task on by another one until it is canceled."""
    first = call("SendStreamingMessage", saying("wait"), streams=True)
    task = json_format.MessageToDict(next(iter(first)))["task"]
    first.cancel()
    again = call("SubscribeToTask", {"id": task["id"]}, streams=True)
    events = iter(again)
    seen = [json_format.MessageToDict(next(events))]
    asked("CancelTask", {"id": task["id"]})
    return seen + [json_format.MessageToDict(event) for event in events]


completed = asked("SendMessage", saying("complete"))
task = {"id": completed["task"]["id"]}
print(
    json.dumps(
        {
            "version": grpc.__version__,
            "message": asked("SendMessage", saying("message")),
            "completed": completed,
            "artifacts": asked("SendMessage", saying("artifacts")),
            "chunks": asked("SendStreamingMessage", saying("chunks"), streams=True),
            "subscribed": left_and_subscribed(),
            "got": asked("GetTask", task),
            "listed": asked("ListTasks", {"pageSize": 2}),
            "canceledTwice": asked("CancelTask", task),
            "unknown": asked("GetTask", {"id": "none"}),
            "unknownStream": asked("SubscribeToTask", {"id": "none"}, streams=True),
            "otherVersion": asked("ListTasks", {}, metadata=[("a2a-version", "99.0")]),
        }
    )
)

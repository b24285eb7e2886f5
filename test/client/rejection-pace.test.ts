import { RejectionPace } from "../../src/client/rejection-pace";

/** The pace of a service that responds to calls in the order in which they were sent. */
function paceOf() {
  const pace = new RejectionPace();
  let [begun, ended] = [0, 0];
  return {
    pace,
    /** Sends as many calls as may be in flight, at most 100, and returns how many are. */
    send: () => {
      while (begun - ended < Math.min(pace.maxInFlight, 100)) {
        begun++;
        pace.begin();
      }
      return begun - ended;
    },
    accept: (calls = 1) => {
      for (let call = 0; call < calls; call++) pace.accept(++ended);
    },
    reject: (calls = 1) => {
      for (let call = 0; call < calls; call++) pace.reject(++ended, begun);
    },
  };
}

describe("the pace of an operation", () => {
  it("is free until a call is rejected", () => {
    const { send, accept } = paceOf();
    expect(send()).toBe(100);
    accept(60);
    expect(send()).toBe(100);
  });

  it("doubles with each accepted call after a rejection, up to as many calls as were accepted before it", () => {
    const { send, accept, reject } = paceOf();
    send();
    accept(10);
    reject(90);
    const inFlight: number[] = [];
    for (let responses = 0; responses < 10; responses++) {
      inFlight.push(send());
      accept();
    }
    expect(inFlight).toEqual([1, 2, 4, 7, 6, 5, 4, 3, 2, 1]);
  });

  it("lets one call find out whether more are accepted, and then doubles again", () => {
    const { send, accept, reject } = paceOf();
    send();
    accept(3);
    reject(97);
    for (let responses = 0; responses < 3; responses++) {
      send();
      accept();
    }
    expect(send()).toBe(1);
    accept();
    expect(send()).toBe(2);
    accept(2);
    expect(send()).toBe(1);
  });

  it("is one call at a time after a rejection, and keeps its maximum if no call has been accepted since the previous rejection", () => {
    const { send, accept, reject } = paceOf();
    send();
    accept(4);
    reject(96);
    send();
    reject();
    expect(send()).toBe(1);
    accept();
    expect(send()).toBe(2);
    accept(2);
    expect(send()).toBe(1);
  });

  it("counts calls toward its maximum that were accepted after another call of the same batch was rejected", () => {
    const { send, accept, reject } = paceOf();
    send();
    accept(2);
    reject();
    accept(1);
    reject(96);
    const total = [send()];
    accept();
    total.push(send());
    expect(total).toEqual([1, 2]);
  });

  it("counts rejections of calls that were in flight together once, and in a row until one is accepted", () => {
    const { pace, send, accept, reject } = paceOf();
    send();
    reject(100);
    expect(pace.rejections).toBe(1);
    send();
    reject();
    expect(pace.rejections).toBe(2);
    send();
    accept();
    expect(pace.rejections).toBe(0);
  });
});
